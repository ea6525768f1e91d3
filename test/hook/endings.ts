/** The ways in which a handler can end: the text of its module, and what must become of the line. */

export interface Ending {
  name: string;
  /** The text of the module. Undefined: there is no file. */
  module: string | undefined;
  /** What a gate says. `refuses`: it refuses, and the reason matches. `passes`: it has no opinion. */
  due: { refuses: RegExp } | 'passes';
  /** It takes the whole time limit. */
  hangs?: true;
}

/** Returns the text of a module whose handlers have one body. */
const handlers = (body: string, prefix = ''): string =>
  `exports.default = { ${prefix} beforeTool(call) { ${body} }, ${prefix} stop(call) { ${body} } };`;
const refuses = (name: string, body: string, reason: RegExp, prefix = ''): Ending => ({
  name,
  module: handlers(body, prefix),
  due: { refuses: reason },
});
const hangs = (name: string, module: string, reason = /ran out of time/): Ending => ({
  ...{ name, module, due: { refuses: reason }, hangs: true },
});
const passes = (name: string, body: string, prefix = ''): Ending => ({
  ...{ name, module: handlers(body, prefix), due: 'passes' },
});
const later = 'await new Promise((resolve) => setTimeout(resolve, 5));';
const answer = `'{"decision":"allow","permission":"allow"}\\n'`;
const fs = `require('node:fs')`;
const processes = `require('node:child_process')`;

/** What a failed handler may say of the way out, by what it has returned. */
const noOutcome = /returned (?:a|what).+: return deny\("…"\), another outcome, or nothing/;

/** What is said where a signal ended the runner. */
const killed = /signal \d+|gave no answer|Killed|Aborted/;
/** What is said where the handler's own refusal was followed by such a signal. */
const endedLate = new RegExp(`own|threw|${killed.source}`);
/** What is said of a handler's own refusal where its reason may have no way out. */
const unsaid = /own|could not be written|signal 6|Aborted|^$/;

const own = `return { decision: 'deny', reason: 'own' };`;
/** Puts a package beside the project's files, as a model could, and loads it where an optional dependency would be. */
const planted = (
  load: string,
): string => `${fs}.mkdirSync('node_modules/planted', { recursive: true });
  ${fs}.writeFileSync('node_modules/planted/index.js', 'module.exports = {}; console.log(1)');
  let found = { decision: 'deny', reason: 'own' };
  try { found = ${load}; } catch {}
  return found;`;
/** What code around a handler may do by accident. Each of them refuses all the same. */
const sideEffects: Record<string, string> = {
  'replaces JSON.stringify': `JSON.stringify = () => '{}';`,
  'puts JSON.parse at the end of JSON':
    'const { parse } = JSON; delete JSON.parse; JSON.parse = parse;',
  'puts a function in the place of JSON.stringify': `Object.defineProperty(JSON, 'stringify', { configurable: true, get: () => () => '{}' });`,
  'freezes built-in objects as they are':
    '[JSON, Object, Array, String, Promise].map(Object.freeze);',
  'seals JSON as it is': 'Object.seal(JSON);',
  'gives all objects a toJSON': 'Object.prototype.toJSON = () => ({});',
  'replaces methods of lists':
    'Array.prototype.some = () => false; Array.prototype.map = () => [];',
  'replaces the iterator of lists': 'Array.prototype[Symbol.iterator] = function* () {};',
  'replaces methods of objects':
    'Object.keys = Object.entries = () => []; Object.hasOwn = () => false;',
  'replaces Buffer.from': 'Buffer.from = () => Buffer.alloc(0);',
  'replaces node:fs': `${fs}.writeSync = ${fs}.openSync = () => { throw new Error('mock'); };`,
  'leaves a listener that ends the process': `process.on('exit', () => process.exit(0));`,
  'leaves a listener that changes the exit code': `process.on('exit', () => { process.exitCode = 0; });`,
  'leaves a listener that ends the process in the way of Node itself': `process.prependListener('exit', () => process.reallyExit(0));`,
  'leaves a listener that throws': `process.on('exit', () => { throw new Error('exit'); });`,
  'removes the listeners of the process': 'process.removeAllListeners();',
  'sets an exit code': 'process.exitCode = 0;',
  'replaces what writes to stdout': 'process.stdout.write = process.stderr.write = () => true;',
  'replaces stdout': `for (const name of ['stdout', 'stderr']) Object.defineProperty(process, name, { value: null });`,
  'leaves a timer that ends the process': 'setImmediate(() => process.exit(0));',
};

/** What is said of a refusal that cannot be read, since the built-in objects cannot be changed back. */
const forGood = /own|for good/;
const define = (object: string, key: string, value = '{ value() {} }') =>
  `Object.defineProperty(${object}, '${key}', ${value});`;
/** What code around a handler may do to built-in objects so that it cannot be undone. Each of them refuses all the same. */
const lastingEffects: Record<string, string> = {
  'replaces JSON.stringify, and freezes JSON': `JSON.stringify = () => '{}'; Object.freeze(JSON);`,
  'replaces JSON.stringify, and seals JSON': `JSON.stringify = () => '{}'; Object.seal(JSON);`,
  'removes JSON.parse, and lets nothing be added to JSON':
    'delete JSON.parse; Object.preventExtensions(JSON);',
  'replaces JSON for good': define('globalThis', 'JSON', `{ value: { stringify: () => '{}' } }`),
  'replaces the process for good': define('globalThis', 'process', '{ value: {} }'),
  'replaces Buffer for good': define('globalThis', 'Buffer', '{ value: {} }'),
  'replaces Buffer.from for good': define('Buffer', 'from', `{ value: () => Buffer.alloc(0) }`),
  'replaces JSON.parse for good': define('JSON', 'parse', '{ value: () => ({}) }'),
  'replaces Object.keys for good': define('Object', 'keys', '{ value: () => [] }'),
  'replaces the trimming of texts for good': define(
    'String.prototype',
    'trim',
    `{ value: () => '' }`,
  ),
  'replaces a method of lists for good': define('Array.prototype', 'map', '{ value: () => [] }'),
  'replaces node:fs for good': define(fs, 'writeSync', '{ value: (_, text) => text.length }'),
  'hides the words of agents from all objects': ['permissionDecision', 'decision', 'permission']
    .map((key) => define('Object.prototype', key, '{ get() {}, set() {} }'))
    .join(''),
  'gives all objects a toJSON for good': define(
    'Object.prototype',
    'toJSON',
    '{ value: () => ({}) }',
  ),
  'gives all lists another prototype':
    'Object.setPrototypeOf(Array.prototype, { toJSON: () => [], __proto__: Object.prototype });',
  'takes the length from bytes':
    "for (const key of ['length', 'byteLength']) Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), key, { configurable: true, get: () => 0 });",
  'takes the length from bytes for good':
    "for (const key of ['length', 'byteLength']) Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), key, { get: () => 0 });",
  'replaces what is of all iterators':
    'Object.getPrototypeOf(Object.getPrototypeOf([].values()))[Symbol.iterator] = () => ({ next: () => ({ done: true }) });',
  'replaces what generators do':
    'Object.getPrototypeOf(function* () {}.prototype).next = () => ({ done: true });',
  'replaces mathematics, times and reflection':
    'Math.min = Math.max = () => NaN; Date.now = () => NaN; Reflect.ownKeys = () => [];',
  'replaces events of the process': `process.emit = () => { throw new Error('emit'); };`,
  'replaces the time of the process': `process.uptime = () => { throw new Error('uptime'); };`,
};

/** What an outcome, an error or code that was put off may do to built-in objects. */
const hiddenEffects: Record<string, string> = {
  'replaces JSON.stringify': `JSON.stringify = () => '{}';`,
  'puts a function in the place of JSON.stringify that gives others': `Object.defineProperty(JSON, 'stringify', { configurable: true, get: () => () => '{}' });`,
};
/** Runs code in each of the next steps that promises take. */
const inSteps = (code: string): string =>
  `let step = Promise.resolve(); for (let i = 0; i < 60; i++) step = step.then(() => { ${code} });`;

const pipe = `${processes}.execSync('mkfifo pipe 2>/dev/null || true');`;
/** What a handler may leave to a thread of Node, which this then waits for at its end. */
const threads: Record<string, string> = {
  'appends to a pipe': `${fs}.appendFile('pipe', 'x', () => {});`,
  'reads a pipe by a promise': `${fs}.promises.readFile('pipe').catch(() => {});`,
  'reads a pipe as a stream': `${fs}.createReadStream('pipe').on('error', () => {});`,
  'derives a key for a long time': `require('node:crypto').scrypt('a', 'b', 64, { p: 2000 }, () => {});`,
  'starts a thread that reads a pipe': `new (require('node:worker_threads').Worker)("require('fs').readFileSync('pipe')", { eval: true });`,
};

/** The ways in which a handler can end, by what it does. */
export const endingsByClass = {
  'changes built-in objects for good': [
    ...Object.entries(lastingEffects).map(([what, code]) =>
      refuses(`it refuses, and ${what}`, `${code} ${own}`, forGood),
    ),
    passes(
      'it adds to the global object and to node:fs for good',
      `require('node:vm').runInThisContext('var added = 1'); ${define(fs, 'added')}`,
    ),
    passes('it freezes built-in objects as they are', '[JSON, Object, Array].map(Object.freeze);'),
  ],
  'changes built-in objects while its outcome is read, or later': [
    ...Object.entries(hiddenEffects).flatMap(([what, code]) => [
      refuses(
        `it refuses by an outcome that ${what} when it is read`,
        `return { decision: 'deny', reason: 'own', get context() { ${code} return undefined; } };`,
        /changed built-in objects|own/,
      ),
      refuses(
        `it refuses late by an outcome that ${what} when it is read`,
        `${later} return { decision: 'deny', reason: 'own', get context() { ${code} return undefined; } };`,
        /changed built-in objects|own/,
        'async',
      ),
      refuses(
        `it throws what ${what} when it is shown`,
        `throw { toJSON() { ${code} } };`,
        /threw/,
      ),
      refuses(
        `its promise is rejected with what ${what} when it is shown`,
        `throw { toJSON() { ${code} } };`,
        /threw/,
        'async',
      ),
      refuses(
        `it refuses in a promise, and ${what} a moment later`,
        `${inSteps(code)} ${own}`,
        /own/,
        'async',
      ),
      refuses(
        `it refuses late, and ${what} a moment later`,
        `${later} ${inSteps(code)} ${own}`,
        /own/,
        'async',
      ),
    ]),
    passes(
      'its outcome is read while built-in objects are in another order',
      `const { parse } = JSON; delete JSON.parse; JSON.parse = parse; return {};`,
    ),
    passes(
      'its outcome is read while the global object has more properties for good',
      `require('node:vm').runInThisContext('var added = 1'); return {};`,
    ),
  ],
  'leaves work to threads': [
    ...Object.entries(threads).map(([what, code]) =>
      refuses(`it refuses, and ${what} that nobody waits for`, `${pipe} ${code} ${own}`, endedLate),
    ),
  ],
  'opens a file that is too large, or a pipe': [
    refuses(
      'it reads a file that is too large',
      `${processes}.execSync('truncate -s 6G notes.txt'); ${fs}.readFileSync('notes.txt', 'utf8');`,
      /notes\.txt is over 256 MB/,
    ),
    refuses(
      'it reads a descriptor of a file that is too large',
      `${processes}.execSync('truncate -s 6G notes.txt'); ${fs}.readFileSync(${fs}.openSync('notes.txt'));`,
      /is over 256 MB/,
    ),
    refuses(
      'it copies a file into a pipe that nobody reads',
      `${pipe} ${fs}.writeFileSync('notes', 'x'); ${fs}.copyFileSync('notes', 'pipe');`,
      /pipe is a pipe or a device/,
    ),
    passes(
      'it appends to a file that is too large to be read',
      `${processes}.execSync('truncate -s 6G notes.txt'); ${fs}.appendFileSync('notes.txt', 'x');`,
    ),
    hangs(
      'it reads a file of the system, and is then kept by native code',
      handlers(`${pipe} ${fs}.readFileSync('/proc/self/status'); process.loadEnvFile('pipe');`),
      endedLate,
    ),
  ],
  'changes its process, and built-in objects': [
    ...Object.entries(sideEffects).map(([what, code]) =>
      refuses(`it refuses, and ${what}`, `${code} ${own}`, /own/),
    ),
  ],
  'returns an outcome': [
    refuses(
      'it refuses, and changes its outcome later',
      `const outcome = { decision: 'deny', reason: 'own' };
    process.nextTick(() => { outcome.decision = 'allow'; }); return outcome;`,
      /own/,
    ),
    refuses(
      'its decision is hidden from JSON',
      `return Object.defineProperty({}, 'decision', { value: 'no' });`,
      noOutcome,
    ),
    refuses(
      'its outcome shows JSON another one',
      `return { decision: 'no', toJSON: () => ({}) };`,
      noOutcome,
    ),
    refuses('its decision is no number', 'return { decision: NaN };', noOutcome),
    refuses(
      'it throws what contains itself',
      'const own = {}; own.own = own; throw own;',
      /threw what cannot be shown/,
    ),
    refuses(
      'it throws what cannot be read',
      'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy;',
      /threw what cannot be shown/,
    ),
    refuses('it refuses', `return { decision: 'deny', reason: 'use the trash' };`, /use the trash/),
    refuses(
      'it refuses late',
      `${later} return { decision: 'deny', reason: 'late' };`,
      /late/,
      'async',
    ),
    refuses('it ends the turn', `return { halt: true, haltReason: 'over' };`, /over/),
    refuses(
      'it says deny in the words of another agent',
      `return { permission: 'deny', user_message: 'no' };`,
      /no/,
    ),
    passes('it returns nothing', ''),
    passes('it returns null', 'return null;'),
    passes('it returns an empty outcome', 'return {};'),
    passes('it returns nothing, late', later, 'async'),
    passes(
      'it waits for what is put off',
      'await new Promise((resolve) => process.nextTick(resolve));',
      'async',
    ),
  ],
  throws: [
    refuses('it throws', `throw new TypeError('oh');`, /threw TypeError: oh \(guard\.cjs\.cjs:1\)/),
    refuses('it throws nothing', 'throw undefined;', /threw undefined/),
    refuses(
      'its promise is rejected',
      `await 1; throw new Error('late');`,
      /threw Error: late/,
      'async',
    ),
    refuses(
      'its promise is rejected late',
      `${later} throw new Error('late');`,
      /threw Error: late/,
      'async',
    ),
    refuses(
      'it leaves a rejected promise behind',
      `Promise.reject(new Error('left'));`,
      /rejected with Error: left/,
    ),
    refuses(
      'what it put off throws',
      `process.nextTick(() => { throw new Error('tick'); });`,
      /threw Error: tick/,
    ),
    refuses(
      'its timer throws',
      `return new Promise(() => setTimeout(() => { throw new Error('timer'); }, 5));`,
      /threw Error: timer/,
    ),
  ],
  'returns what is no outcome': [
    refuses('it returns a helper that it did not call', 'return () => ({});', noOutcome),
    refuses('it returns a text', `return 'deny';`, noOutcome),
    refuses('it returns false', 'return false;', noOutcome),
    refuses('it returns a list', `return [{ decision: 'deny' }];`, noOutcome),
    refuses('it returns an error', `return new Error('no');`, noOutcome),
    refuses('its decision is a function', 'return { decision: () => 1 };', noOutcome),
    refuses('its decision is a number', 'return { decision: 1 };', /no verdict that is known/),
    refuses(
      'its decision is a word that nobody knows',
      `return { decision: 'maybe' };`,
      /no verdict that is known/,
    ),
    refuses(
      'its decision is undefined, and it has a reason',
      `return { decision: {}.DENY, reason: 'no' };`,
      /no verdict that is known/,
    ),
    refuses(
      'its decision is null, and it has a reason',
      `return { decision: null, reason: 'no' };`,
      /no verdict that is known/,
    ),
    passes('its decision is undefined, and it has no reason', 'return { decision: undefined };'),
    refuses('it has a wrong key alone', `return { decison: 'deny' };`, /no verdict that is known/),
    refuses('its outcome contains itself', 'const own = {}; own.own = own; return own;', noOutcome),
    refuses(
      'its outcome throws when it is read',
      `return { get decision() { throw new Error('no'); } };`,
      /hook/,
    ),
  ],
  'ends its process': [
    refuses('it ends the process', 'process.exit(0);', /called process\.exit\(0\)/),
    refuses(
      'it ends the process with the code of an answer',
      'process.exit(85);',
      /called process\.exit\(85\)/,
    ),
    refuses(
      'it ends the process, and catches what that throws',
      'try { process.exit(0); } catch {}',
      /called process\.exit/,
    ),
    refuses(
      'it ends the process late',
      `${later} process.exit(0);`,
      /called process\.exit/,
      'async',
    ),
    refuses(
      'what it put off ends the process',
      'process.nextTick(() => process.exit(0));',
      /called process\.exit/,
    ),
    refuses('it aborts the process', 'process.abort();', /called process\.abort\(\)/),
    refuses(
      'it ends the process in the way of Node itself, with the code of an answer',
      'process.reallyExit(85);',
      /called process\.reallyExit\(85\)/,
    ),
    ...['process.pid', '0', '-process.pid'].map((target) =>
      refuses(
        `it sends a signal to ${target}`,
        `process.kill(${target});`,
        /called process\.kill\(its own process\)/,
      ),
    ),
    refuses(
      'a process that it starts kills it',
      `${processes}.execSync('kill -9 ' + process.pid);`,
      killed,
    ),
    refuses(
      'it removes the listeners of the process, and throws',
      `process.removeAllListeners(); throw new Error('oh');`,
      /threw Error: oh/,
    ),
    refuses(
      'it removes the listeners of the process, and its timer throws',
      `process.removeAllListeners(); return new Promise(() => setTimeout(() => { throw new Error('timer'); }, 5));`,
      /threw Error: timer/,
    ),
    refuses(
      'it removes the listeners of the process late, and waits for nothing',
      `${later} for (const name of process.eventNames()) process.removeAllListeners(name); await new Promise(() => {});`,
      /nothing is left to settle/,
      'async',
    ),
    refuses(
      'it hears errors that nobody caught, and ends the process with the code of an answer',
      `process.on('uncaughtException', () => process.reallyExit(85)); setTimeout(() => { throw new Error('timer'); }, 5); await new Promise((resolve) => setTimeout(resolve, 60_000));`,
      /threw Error: timer/,
      'async',
    ),
  ],
  'closes descriptors': [
    refuses(
      'it refuses, and closes stdout and stderr',
      `${fs}.closeSync(1); ${fs}.closeSync(2); ${own}`,
      unsaid,
    ),
    refuses(
      'it refuses, and opens files in the place of stdout and stderr',
      `for (const fd of [1, 2]) { ${fs}.closeSync(fd); ${fs}.openSync('opened-' + fd, 'w'); } ${own}`,
      unsaid,
    ),
    refuses(
      'it refuses, and opens files in the place of all pipes that it can write to',
      `for (let fd = 3; fd < 64; fd++) try {
      ${fs}.writeSync(fd, '');
      if (!${fs}.fstatSync(fd).isFIFO()) continue;
      ${fs}.closeSync(fd); ${fs}.openSync('opened-' + fd, 'w');
    } catch {} ${own}`,
      unsaid,
    ),
    refuses(
      'it refuses, and closes all descriptors',
      `for (let fd = 0; fd < 64; fd++) try { ${fs}.closeSync(fd); } catch {} ${own}`,
      unsaid,
    ),
    refuses(
      'it refuses in a long text, and replaces what writes to pipes',
      `require('node:net').Socket.prototype.write = () => true; return { decision: 'deny', reason: 'own'.repeat(3000) };`,
      /own|could not be written/,
    ),
    refuses(
      'its promise cannot be settled',
      'return new Promise(() => {});',
      /nothing is left to settle/,
    ),
  ],
  'has a file that exports no handler': [
    {
      name: 'there is no file',
      module: undefined,
      due: { refuses: /guard\.cjs\.cjs is not there: run npx anyhook sync/ },
    },
    { name: 'the file is empty', module: '', due: { refuses: /is empty: run npx anyhook sync/ } },
    {
      name: 'the file is cut',
      module: handlers('').slice(0, -5),
      due: { refuses: /could not be loaded: SyntaxError/ },
    },
    {
      name: 'the file throws',
      module: `throw new Error('at load');`,
      due: { refuses: /could not be loaded: Error: at load/ },
    },
    {
      name: 'the file ends the process',
      module: 'process.exit(0);',
      due: { refuses: /called process\.exit/ },
    },
    {
      name: 'the file exports no hook',
      module: 'module.exports = 3;',
      due: { refuses: /exports no hook/ },
    },
    {
      name: 'its default export is undefined',
      module:
        'exports.default = undefined; exports.beforeTool = () => {}; exports.stop = () => {};',
      due: { refuses: /exports no hook/ },
    },
    {
      name: 'it has no handler for the event',
      module: 'exports.default = { prompt() {} };',
      due: { refuses: /has no handler beforeTool, only prompt/ },
    },
    {
      name: 'the file requires what is not there',
      module: `require('./gone.cjs');`,
      due: { refuses: /could not be loaded: Error/ },
    },
  ],
  'requires more than modules of Node': [
    refuses(
      'it requires a package that is there now, and was not when it was bundled',
      planted(`require('planted')`),
      /own/,
    ),
    refuses(
      'it requires a file of the project by its path',
      planted(`require(process.cwd() + '/node_modules/planted/index.js')`),
      /own/,
    ),
    refuses(
      'it makes a require of its own',
      planted(`require('node:module').createRequire(process.cwd() + '/a.js')('planted')`),
      /own/,
    ),
    refuses(
      'it imports a file of the project',
      planted(`await import(process.cwd() + '/node_modules/planted/index.js')`),
      /own/,
      'async',
    ),
    passes(
      'it finds out that a module is of Node',
      `require(require.resolve('node:os')).tmpdir();`,
    ),
  ],
  'prints, and reads what is not there': [
    passes('it prints an answer', `console.log(${answer});`),
    passes(
      'it writes an answer to stdout',
      `process.stdout.write(${answer}); process.stderr.write(${answer});`,
    ),
    passes(
      'it writes an answer to the descriptors',
      `${fs}.writeSync(1, ${answer}); ${fs}.writeSync(2, ${answer});`,
    ),
    passes(
      'its child prints an answer',
      `${processes}.execSync('echo ' + JSON.stringify(${answer}), { stdio: 'inherit' });`,
    ),
    passes(
      'its child that forks prints an answer',
      `${fs}.writeFileSync('child.cjs', 'console.log(' + JSON.stringify(${answer}) + ')');
    ${processes}.spawnSync('echo', [${answer}], { stdio: [0, 1, 'inherit'] });
    await new Promise((resolve) => ${processes}.fork('./child.cjs').on('close', resolve));`,
      'async',
    ),
    refuses(
      'it prints consent and refuses',
      `console.log(${answer}); return { decision: 'deny', reason: 'own' };`,
      /own/,
    ),
    passes(
      'its child outlives it, with its stdout',
      `${processes}.spawn('sleep', ['30'], { stdio: 'inherit', detached: true }).unref();`,
    ),
    refuses(
      'it reads stdin',
      `return { decision: 'deny', reason: 'read [' + ${fs}.readFileSync(0) + ']' };`,
      /read \[\]/,
    ),
    refuses(
      'it waits for stdin',
      `let text = ''; for await (const part of process.stdin) text += part; return { decision: 'deny', reason: 'read [' + text + ']' };`,
      /read \[\]/,
      'async',
    ),
    refuses(
      'it opens a pipe that nobody writes to',
      `${processes}.execSync('mkfifo pipe 2>/dev/null || true'); ${fs}.readFileSync('pipe');`,
      /pipe is a pipe or a device/,
    ),
  ],
  'does not end': [
    hangs('it is in a loop', handlers('for (;;);')),
    hangs('its file is in a loop', 'for (;;);'),
    hangs('its expression takes for ever', handlers(`/^(a+)+$/.test('a'.repeat(60) + 'b');`)),
    hangs('it is in a loop behind an await', handlers('await 1; for (;;);', 'async')),
    hangs('it is in a loop behind a timer', handlers(`${later} for (;;);`, 'async'), killed),
    hangs(
      'it removes the listeners of the process, and is in a loop behind a timer',
      handlers(`process.removeAllListeners(); ${later} for (;;);`, 'async'),
      killed,
    ),
    hangs(
      'it refuses, and leaves a listener that does not end',
      handlers(`process.on('exit', () => { for (;;); }); ${own}`),
      /own/,
    ),
    hangs(
      'it waits for a timer',
      handlers('await new Promise((resolve) => setTimeout(resolve, 60_000));', 'async'),
    ),
    hangs('it waits for a process', handlers(`${processes}.execSync('exec sleep 60');`)),
    hangs(
      'it waits for memory',
      handlers('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'),
    ),
    hangs(
      'it reads a pipe without waiting',
      handlers(
        `${processes}.execSync('mkfifo pipe 2>/dev/null || true'); await ${fs}.promises.readFile('pipe');`,
        'async',
      ),
      /ran out of time|signal 9|gave no answer|Killed/,
    ),
  ],
} satisfies Record<string, readonly Ending[]>;

export const endings: readonly Ending[] = Object.values(endingsByClass).flat();
