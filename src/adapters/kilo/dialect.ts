import { changeEvents, defineDialect } from '../../mapping/define.ts';
import { opencode } from '../opencode/dialect.ts';
import { makeRecogniser } from '../opencode/recogniser.ts';

/** What our plugin for Kilo puts into `client` of each payload, since all else is as in those of OpenCode. */
const client = 'kilo';

/** Kilo 7.7.7, a fork of OpenCode: the same plugin got the same objects there. */
export const kilo = defineDialect({
  ...opencode,
  id: client,
  title: 'Kilo',
  events: changeEvents(opencode.bindings, (binding) => ({
    ...binding,
    supply: { ...binding.supply, client },
  })),
  recognises: makeRecogniser(client, opencode.bindings.nativeNames),
});
