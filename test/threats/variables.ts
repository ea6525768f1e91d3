import { clearedNames } from '../../src/shim/hook-environment.ts';
import { clearedVariables } from '../../src/shim/loader-variables.ts';
import { contracts } from '../conformance/fixtures.ts';

/** Read by our own code: of each agent that puts variables into a line itself, the first of them. */
export const agentVariables: readonly string[] = Object.values(contracts).flatMap(({ runtime }) =>
  (runtime.commandVariables as string[]).slice(0, 1),
);

/**
 * Variables a project's `.env` may set, as docs/threat-model.md lists them. A host that loads one
 * never replaces what is set already.
 */
export const variables = {
  /** Read by our own code, as {@link agentVariables} are; none chooses a file or a verdict. */
  own: ['ANYHOOK_PROJECT_DIR', 'CURSOR_PROJECT_DIR'],
  /** Read by the command line a person starts, for colours and for folders of that person. */
  cli: ['HOME', 'COLUMNS', 'NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE', 'LOG_STREAM', 'LOG_TOKENS'],
  /** Nobody reads them, or what they do changes nothing. */
  harmless: [
    'HOME',
    'USERPROFILE',
    'XDG_CONFIG_HOME',
    'XDG_STATE_HOME',
    'XDG_DATA_HOME',
    'XDG_RUNTIME_DIR',
    'TMPDIR',
    'PWD',
    'IFS',
    'CDPATH',
    'ENV',
    'GLOBIGNORE',
    'POSIXLY_CORRECT',
    'CI',
    'DEBUG',
    'ANYHOOK_HOME',
    'ANYHOOK_LOG',
    'ANYHOOK_STATE',
    'ANYHOOK_CONFIG',
    'ANYHOOK_ON_FAILURE',
    'ANYHOOK_DISABLE',
    'ANYHOOK_ASK',
    'ANYHOOK_HOST',
    'GEMINI_CLI_HOME',
    'CURSOR_VERSION',
    'NODE_PATH',
    'NODE_NO_WARNINGS',
    'NODE_PENDING_DEPRECATION',
    'NODE_REPL_HISTORY',
    'NODE_REPL_EXTERNAL_MODULE',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'ALL_PROXY',
    'LOCALDOMAIN',
    'RES_OPTIONS',
    'HOSTALIASES',
    'RESOLV_HOST_CONF',
  ],
  /** They can keep the runner from starting: then a guard refuses. */
  closed: ['PATH'],
  /** The loader takes them from Node, and the hook has them. */
  taken: Object.keys(clearedVariables),
  /** Set anew by the loader, and for no hook. */
  loader: [clearedNames],
  /** They are code of the shell or of node that the host itself starts. */
  undefended: [
    'PATH',
    'BASH_ENV',
    'SHELLOPTS',
    'PS4',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'LD_AUDIT',
    'DYLD_INSERT_LIBRARIES',
    'DYLD_LIBRARY_PATH',
  ],
} as const;
