// A hook in TypeScript for every agent: it keeps secrets out of commands and files. See docs/hook.md.
import { context, deny, hook } from 'anyhook/hook';

const secretFile = /(?:^|\/)(?:\.env|id_rsa|credentials\.json)$/;
const key = /\bsk-[A-Za-z0-9]{10,}/;

export default hook({
  beforeTool(call) {
    switch (call.tool) {
      case 'read':
        return secretFile.test(call.input.path)
          ? deny(`${call.input.path} holds secrets.`)
          : undefined;
      case 'write':
        return key.test(call.input.content)
          ? deny('Take the key from the environment.')
          : undefined;
      case 'shell':
        return key.test(call.input.command)
          ? deny('A command is logged: no key in it.')
          : undefined;
      default:
        return undefined;
    }
  },
  sessionStart: () => context('Secrets are in the environment. Never print one.'),
});
