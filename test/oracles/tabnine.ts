import { effect, gemini } from './gemini.ts';
import {
  asShell,
  type Heard,
  isObject,
  laxer,
  type Oracle,
  parsed,
  pass,
  type Ran,
  stricter,
} from './heard.ts';

/** What its pages say; facts/tabnine-cli.md, 1.3. */
function pages(event: string, ran: Ran): Heard {
  if (ran.timedOut) return pass;
  if (ran.code === 2) {
    const reason = ran.stderr.trim();
    if (!reason && event === 'AfterAgent') return pass; // nothing to prompt with
    return effect(event, { decision: 'deny', reason });
  }
  if (ran.code !== 0) return pass; // a warning
  const said = parsed(ran.stdout.trim()); // stderr is never parsed
  return isObject(said) ? effect(event, said) : pass; // invalid JSON allows
}

/** `ask` is not in the pages: nobody may rely on it. */
const withoutAsk = (heard: Heard): Heard => (heard.verdict === 'ask' ? pass : heard);

/** Tabnine CLI: its pages, or what it inherits from Gemini CLI; nobody has run it. */
export const tabnine: Oracle = (event, ran, side) => {
  const inherited = gemini(event, ran, side);
  const said = pages(event, asShell(ran));
  return side === 'native'
    ? stricter(inherited, said)
    : laxer(withoutAsk(said), withoutAsk(inherited));
};
