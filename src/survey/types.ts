import type { Vendor } from '../adapters/index.ts';
import type { Hook } from '../canonical/hook.ts';
import type { Trust } from '../mapping/presence.ts';
import type { HookReference, Scope } from '../mapping/settings.ts';
import type { Finding, Position } from '../settings/finding.ts';
import type { Settings } from '../settings/formats/format.ts';
import type { HookNumbers } from '../settings/hook-names.ts';
import type { ValueRecord } from '../settings/value-record.ts';
import type { Workspace } from '../settings/workspace.ts';

/** What a person can do about something: type a command, write a text, or do something in the agent. */
export interface Remedy {
  /** A command line to type in the project's folder. */
  command?: string;
  /** A whole sentence that says what to do. */
  text: string;
  /** What `doctor --fix` does about it. Absent: a person has to decide. */
  fix?:
    | 'make-executable'
    | 'add-setting'
    | 'install-runner'
    | 'write-attributes'
    | 'unix-line-ends';
  /** The absolute path of the file that the fix changes. */
  path?: string;
}

/** The code of what is true of a hook. */
export type TruthCode =
  | 'guards'
  | 'runs'
  | 'refuses-every-call'
  | 'never-ends'
  | 'never-runs'
  | 'fails-open'
  | 'out-of-date'
  | 'speaks-another'
  | 'runs-twice'
  | 'unknown';

/** Why a hook does not do what it is there for: a closed list, for machines. */
export type Cause =
  | Finding['code']
  | 'untrusted'
  | 'not-yet-trusted'
  | 'file-dropped'
  | 'file-unreadable'
  | 'other-system'
  | 'program-missing'
  | 'line-ends'
  | 'runner-missing'
  | 'module-broken'
  | 'module-outdated'
  | 'allowed-by-owner'
  | 'loaded-dialect'
  | 'two-files'
  | 'same-file'
  | 'trial'
  | 'not-written'
  | 'no-event';

/** What is true of a hook where it stands. */
export interface Truth {
  code: TruthCode;
  /** Absent for a hook that does what it is there for. */
  cause?: Cause;
  /** The end of the sentence “never runs, because …”. Absent where `cause` is. */
  why?: string;
  remedy?: Remedy;
  /** It is so because of what is installed on this machine, and the project is not at fault. */
  isOfMachine?: true;
}

/** One hook in one settings file, as one agent loads it. */
export interface HookSurvey {
  /** The number by which a person can name the hook: the same hook has it in every agent and file. */
  number: number;
  /** The name for people. */
  name: string;
  hook: Hook;
  /** The native event of the agent in whose list the hook stands. */
  event: string;
  at?: Position | undefined;
  /** Whether the entry starts the hook through anyhook. */
  wrapped: boolean;
  /** How settings refer to the entry, where its line starts several hooks. Absent: as to the hook. */
  sharedEntry?: HookReference | undefined;
  /** The command line of the entry, as it stands in the file. Undefined: the entry has none. */
  line: string | undefined;
  /** Whether the agent waits for the answer of the hook and can be refused something by it. */
  isGate: boolean;
  /** Whether the agent refuses the call if the hook crashes. Absent: the hook is at no gate. */
  refusesAtCrash?: boolean;
  trust: Trust;
  /** The agent asks the person before it runs the hook, and it is not known whether the person has agreed. */
  asksFirst?: boolean;
  findings: Finding[];
  /** What is true of the hook: the worst, if there are several. */
  truth: Truth;
  /** What else is true of it. */
  alsoTrue: Truth[];
}

/** What a settings file is to an agent that loads it. */
export type FileRole = 'own' | 'alternative' | 'additional' | 'personal' | 'loaded' | 'plugin';

/** A settings file that an agent loads. */
export interface FileSurvey {
  /** The path as a person would write it. */
  file: string;
  path: string;
  scope: Scope;
  role: FileRole;
  /** The vendor in whose form the file is written. */
  owner: Vendor;
  /** The plugin that brings the file. */
  plugin?: string;
  /** Why the file cannot be read. Absent: it was read. */
  error?: string;
  trust: Trust;
  /** Findings about the file as a whole. */
  findings: Finding[];
  hooks: HookSurvey[];
  /** The content. Absent: it could not be read. */
  settings?: Settings;
  /** The value record that the content was read with. */
  record?: ValueRecord | undefined;
}

/** What was found of one agent. */
export interface AgentSurvey {
  agent: Vendor;
  title: string;
  /** The absolute path of its program. Undefined: it is not on PATH. */
  program: string | undefined;
  /** Whether the person has started the agent before: it has made its folder in the home folder. */
  isUsedByPerson: boolean;
  /** Whether the project has settings of it. */
  isUsedByProject: boolean;
  /** What the person has decided about the project. Absent: the agent asks for no trust. */
  trust?: Trust;
  /** The variable that moves the person's settings to a place where nobody has looked. */
  movedBy?: string;
  files: FileSurvey[];
}

/** What was found of a project. */
export interface ProjectSurvey {
  workspace: Workspace;
  agents: AgentSurvey[];
  /** The numbers of all hooks of the project and the person. */
  numbers: HookNumbers;
  /** The file with the hooks of every agent, if the project has one. */
  neutral?: FileSurvey;
}
