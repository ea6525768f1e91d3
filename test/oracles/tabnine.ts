import { effect, together as family, merged } from './gemini.ts';
import {
  asShell,
  type Heard,
  isObject,
  type Json,
  laxer,
  type Oracle,
  parsed,
  type Ran,
  stricter,
  type Together,
} from './heard.ts';

/** What its pages say; facts/tabnine-cli.md, 1.3. */
function output(event: string, ran: Ran): Json | undefined {
  if (ran.timedOut) return undefined;
  if (ran.code === 2) {
    const reason = ran.stderr.trim();
    if (!reason && event === 'AfterAgent') return undefined; // nothing to prompt with
    return { decision: 'deny', reason };
  }
  if (ran.code !== 0) return undefined; // a warning
  const text = ran.stdout.trim();
  const said = parsed(text); // stderr is never parsed
  if (isObject(said)) return said;
  return text && said === undefined ? { systemMessage: text } : undefined; // invalid JSON allows
}

/** `ask` is not in the pages: nobody may rely on it. */
const withoutAsk = ({ verdict, ...heard }: Heard): Heard => ({
  ...heard,
  verdict: verdict === 'ask' ? 'pass' : verdict,
});

/** Tabnine CLI, several hooks: as upstream, by its pages. */
export const together: Together = (event, ran, side) => {
  const inherited = family(event, ran, side);
  const outputs = ran.map((one) => output(event, asShell(one))).filter((one) => one !== undefined);
  const said = effect(event, merged(event, outputs));
  if (side === 'native') {
    const both = stricter(inherited, said);
    if (both.replaced === undefined) return both;
    const { tail: _, context: __, ...refused } = both; // ignored beside a deny
    return refused;
  }
  return laxer(withoutAsk(said), withoutAsk(inherited));
};

/** Tabnine CLI: its pages, or what it inherits from Gemini CLI; nobody has run it. */
export const tabnine: Oracle = (event, ran, side) => together(event, [ran], side);
