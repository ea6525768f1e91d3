// Refuses commands that delete what nobody can bring back. After a change: npx anyhook sync

/** The disk, the home folder, the project, or all that is in one of them. */
const precious = /^(?:\/|~|\$HOME|\.\.?|\/(?:etc|home|opt|root|srv|usr|var|Users))?(?:\/?\*?)$/;

/** @type {import('anyhook/hook').Handlers} */
export default {
  beforeTool(call) {
    if (call.tool !== 'shell') return;
    const words = call.input.command.split(/[\s"';&|()]+/).filter(Boolean);
    const deletes =
      words.includes('rm') && words.some((word) => /^-\w*r|^--recursive$/i.test(word));
    const lost = deletes && words.find((word) => precious.test(word));
    if (lost) return { decision: 'deny', reason: `${lost} holds more than should go.` };
  },
};
