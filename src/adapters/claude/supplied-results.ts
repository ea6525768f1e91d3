import type { Draft, SuppliedResults } from '../../mapping/adapter.ts';

/** Makes a function that returns an argument of the call, to be repeated in its result. */
const copyArgument = (key: string) => (event: Draft) => event.input?.[key];

/** Fields of the result that correspond to no canonical field, by the tool's name. */
export const suppliedResults: SuppliedResults = {
  Bash: { stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
  Read: { type: 'text' },
  Edit: {
    filePath: copyArgument('path'),
    oldString: copyArgument('old'),
    newString: copyArgument('new'),
    structuredPatch: [],
    userModified: false,
  },
  Write: {
    type: 'update',
    filePath: copyArgument('path'),
    content: copyArgument('content'),
    structuredPatch: [],
    userModified: false,
  },
  Grep: { mode: 'content', numFiles: 0, filenames: [] },
  Agent: { status: 'completed' },
};
