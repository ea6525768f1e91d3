// Refuses to delete by accident what nobody can bring back. After a change: npx anyhook sync

/** The words of a command and what ends a part of it: what is quoted is one word. */
const tokens = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[<>]&|[^\s;&|()`'"\\])+|&&|[;&|()`\n]/gs;
/** The disk, a folder at its top, a home folder, this folder or one above, or all that is in one. */
const precious = /^(?:[.*]*|~[^/]*|\$HOME|\$PWD|\/[^/]*|\/(?:home|Users)\/[^/]*)(?:\/[.*]*)*$/;

/** @type {import('anyhook/hook').Handlers} */
export default {
  beforeTool(call) {
    if (call.tool !== 'shell') return;
    // What a shell is given as a text is a command as well.
    const command = call.input.command.replace(/(?:sh -\w*c|\beval) (['"])(.*?)\1/gs, ';$2;');
    let folders = ['.']; // where the next part of the command may run
    /** @type {string[]} */
    let words = [];
    /** @param {string} path */
    const reach = (path) =>
      folders.map((at) => (/^[/~$]/.test(path) ? path : `${at === '/' ? '' : at}/${path}`));
    for (const token of [...(command.match(tokens) ?? []), ';']) {
      if (!/^(?:&&|[;&|()`\n])$/.test(token)) {
        words.push(token.replace(/\\\n|["'\\]/g, '').replace(/\$\{(\w+)\}/g, '$$$1'));
        continue;
      }
      const start = words.findIndex((word) => /^(?:.*\/)?rm$/.test(word)) + 1;
      const isText = /^(?:echo|printf|grep|rg|man|git)$/.test(words[0] ?? ''); // git brings it back
      const said = start && !isText ? words.slice(start) : [];
      const paths = said.filter((word) => word && !word.startsWith('-')).flatMap(reach);
      const lost = paths.find(
        (path) => precious.test(path) || `${call.cwd}/`.startsWith(path.replace(/\/?\*?$/, '/')),
      );
      if (lost && said.some((word) => /^-\w*r|^--recursive$/i.test(word)))
        return {
          decision: 'deny',
          reason: `${lost} holds more than should go. Name what is to be deleted.`,
        };
      if (words[0] === 'cd') folders = reach(words[1] ?? '~');
      // A cd that fails leaves the rest here.
      if (token !== '&&' && !folders.includes('.')) folders.push('.');
      words = [];
    }
  },
};
