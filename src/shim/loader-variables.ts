import { clearedNames, savedVariableOf } from './hook-environment.ts';

/*
 * Variables that Node 20 to 26, and the libraries inside it, read from the environment. A project's
 * `.env` may set any of them, and most act before any code of ours runs. The loader hides
 * `clearedVariables` from Node, and the runner gives them back to the hook.
 */

/**
 * Variables that the loader clears, each with what Node does with it, as tried with Node 20.20, 22.23,
 * 24.21 and 26.10.
 */
export const clearedVariables: Readonly<Record<string, string>> = {
  NODE_OPTIONS: 'loads modules and sets flags of V8',
  NODE_CHANNEL_FD: 'opens a channel to a parent process, and ends Node where there is none',
  NODE_UNIQUE_ID: 'makes the process a worker of a cluster; Node then removes it for the hook',
  NODE_COMPILE_CACHE: 'runs code out of this folder; Node 22 tries for ever to make it in /proc',
  NODE_V8_COVERAGE: 'writes to this folder at the end; Node tries for ever to make it in /proc',
  NODE_REDIRECT_WARNINGS: 'opens this file for a warning, and waits for the reader of a pipe',
  NODE_DEBUG: 'prints what Node does on stderr',
  NODE_DEBUG_NATIVE: 'prints what Node does on stderr',
  NODE_ICU_DATA: 'reads this folder, where Node was built without all locales',
  ICU_TIMEZONE_FILES_DIR: 'reads time zones from this folder',
  NODE_EXTRA_CA_CERTS: 'reads this file at the start of Node 20, and waits where it is a pipe',
  NODE_USE_SYSTEM_CA: 'reads the certificates of the system; Node 22 and later',
  SSL_CERT_FILE: 'replaces the certificates of the system',
  SSL_CERT_DIR: 'replaces the certificates of the system',
  SSLKEYLOGFILE: 'writes the keys of connections, where OpenSSL was built so',
  NODE_TLS_REJECT_UNAUTHORIZED: 'accepts any certificate',
  NODE_USE_ENV_PROXY: 'sends requests to the proxy that variables name; Node 22 and later',
  OPENSSL_CONF: 'loads native code at the start, and waits where it is a pipe',
  OPENSSL_CONF_INCLUDE: 'says where parts of that file are',
  OPENSSL_ENGINES: 'says where native code of OpenSSL is',
  OPENSSL_MODULES: 'says where native code of OpenSSL is',
  OPENSSL_ia32cap: 'chooses instructions, which the processor may not have',
  OPENSSL_armcap: 'chooses instructions, which the processor may not have',
  SIMDUTF_FORCE_IMPLEMENTATION: 'chooses how text is decoded; any other word ends Node 24',
  SIMDJSON_FORCE_IMPLEMENTATION: 'chooses how package.json is read; Node 22 and later',
  UV_THREADPOOL_SIZE: 'starts up to 1024 threads for a name that is looked up',
  UV_USE_IO_URING: 'has the kernel read files in another way',
  NODE_PRESERVE_SYMLINKS_MAIN: 'changes where the runner looks for what is beside it',
  WATCH_REPORT_DEPENDENCIES: 'reports each module that is loaded to a parent process',
};

/**
 * Names of variables that also occur in the binary of Node, but that the loader does not clear. The keys
 * say what each list of them is, and so why Node may see them.
 */
export const untouchedVariables: Readonly<Record<string, readonly string[]>> = {
  'which goes with one that is cleared': [
    'NODE_CHANNEL_SERIALIZATION_MODE',
    'NODE_COMPILE_CACHE_PORTABLE',
    'NODE_COMPILE_CACHE_READONLY',
    'NODE_DISABLE_COMPILE_CACHE',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'http_proxy',
    'https_proxy',
    'no_proxy',
  ],
  'which adds or drops warnings on stderr': ['NODE_NO_WARNINGS', 'NODE_PENDING_DEPRECATION'],
  'which says where packages are: the runner needs none': ['NODE_PATH', 'NODE_PRESERVE_SYMLINKS'],
  'for a prompt': [
    'NODE_REPL_EXTERNAL_MODULE',
    'NODE_REPL_HISTORY',
    'NODE_REPL_HISTORY_SIZE',
    'NODE_REPL_MODE',
    'NODE_NO_READLINE',
  ],
  'for colours': [
    'NODE_DISABLE_COLORS',
    'FORCE_COLOR',
    'NO_COLOR',
    'COLORTERM',
    'TERM',
    'TERM_PROGRAM',
    'TERM_PROGRAM_VERSION',
    'TMUX',
    'CI',
    'CI_NAME',
    'TEAMCITY_VERSION',
  ],
  'for a cluster or a server': [
    'NODE_CLUSTER_SCHED_POLICY',
    'NODE_MANY_ACCEPTS',
    'NODE_PENDING_PIPE_INSTANCES',
  ],
  'for a debugger, a test runner or a benchmark': [
    'NODE_INSPECT_RESUME_ON_START',
    'NODE_TEST_CONTEXT',
    'NODE_TEST_WORKER_ID',
    'NODE_BENCH_CONTEXT',
    'NODE_BENCH_FILE_RUN_ID',
    'NODE_BENCH_RUN_ID',
  ],
  'for parts of Node that the runner does not load': [
    'JEST_WORKER_ID',
    'UNDICI_NO_FG',
    'UNDICI_NO_WASM_SIMD',
    '__MINIMATCH_TESTING_PLATFORM__',
    'TEMP',
    'TMP',
  ],
  'for Windows': ['NODE_SKIP_PLATFORM_CHECK', 'SystemRoot', 'windir', 'comspec', 'USERPROFILE'],
  'which Node sets, and does not read': ['NODE_RUN_PACKAGE_JSON_PATH', 'NODE_RUN_SCRIPT_NAME'],
  'in no environment: a message, a constant or a section of the binary': [
    'NODE_CLUSTER',
    'NODE_DEBUG_ENABLED',
    'NODE_HANDLE',
    'NODE_HANDLE_ACK',
    'NODE_HANDLE_NACK',
    'NODE_SEA_BLOB',
    'NODE_SEA_FUSE',
    'NODE_SOCKET_ALL_CLOSED',
    'NODE_SOCKET_COUNT',
    'NODE_SOCKET_GET_COUNT',
    'NODE_SOCKET_NOTIFY_CLOSE',
  ],
};

/**
 * Returns the part of the loader that clears the variables, in the language of a POSIX shell. Values only
 * ever stand in double quotes, so that the shell runs none. One variable lists the names that were set. It
 * is emptied first, so that what a project has put into it does not count.
 */
export const clearVariablesScript = (): string =>
  [
    `${clearedNames}=`,
    `keep() { ${clearedNames}="$${clearedNames} $1"; export "${savedVariableOf('$1')}=$2"; unset "$1"; }`,
    ...Object.keys(clearedVariables).map(
      (name) => `case \${${name}+x} in x) keep ${name} "$${name}" ;; esac`,
    ),
    `export ${clearedNames}`,
  ].join('\n');
