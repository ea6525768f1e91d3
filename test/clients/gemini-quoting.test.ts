// Our lines, behind the code with which Gemini CLI itself puts folders into a line.
import { describeSubstitution, several } from '../settings/shell-lines.ts';
import { moduleOf, pinned } from './gemini-core.ts';

interface Runner {
  HookRunner: {
    prototype: {
      expandCommand(this: object, command: string, input: object, shell: 'bash'): string;
    };
  };
}
const { HookRunner }: Runner = await moduleOf(pinned, 'hooks/hookRunner.js');
const config = { storage: { getPlansDir: () => '/plans' } };

describeSubstitution(
  'by the code of Gemini CLI',
  'words-gemini',
  (text, cwd) =>
    HookRunner.prototype.expandCommand.call({ config }, text, { cwd, session_id: 'id' }, 'bash'),
  several,
);
