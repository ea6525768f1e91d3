/** Which names of JavaScript and Python give a program no way to print, to end with an exit code, or to run other code. */

/** Modules by their names without `node:`, each with the members that may be used. */
type Modules = Readonly<Record<string, RegExp>>;

/** Any member, except other modules that the module has loaded, and those that begin with `_`. */
const anyMember = /^(?!_|(?:sys|os|io|builtins|types|inspect|subprocess|functools|enum|exit)$)\w+$/;

/** Functions of `fs` that take no text to write, or take it behind a path. */
const fileFunctions =
  /^(?:(?:readFile|stat|lstat|readdir|mkdir|rm|rmdir|unlink|copyFile|rename|access|utimes|chmod|realpath|exists|mkdtemp|writeFile|appendFile)(?:Sync)?|promises|constants)$/;

export const modules: Readonly<Record<'js' | 'python', Modules>> = {
  js: {
    fs: fileFunctions,
    'fs/promises': fileFunctions,
    path: /^(?:join|resolve|dirname|basename|extname|relative|normalize|isAbsolute|sep|delimiter|parse|format|posix)$/,
    os: /^(?:homedir|tmpdir|hostname|platform|userInfo|EOL|type|release|arch|cpus)$/,
    url: /^(?:fileURLToPath|pathToFileURL|URL|URLSearchParams)$/,
    util: /^(?:format|inspect|promisify|parseArgs|stripVTControlCharacters)$/,
    child_process: /^(?:spawn|spawnSync|exec|execSync|execFile|execFileSync)$/,
    http: /^(?:request|get)$/,
    https: /^(?:request|get)$/,
    crypto: /^(?:createHash|createHmac|randomUUID|randomBytes|createSign)$/,
  },
  python: {
    json: /^(?:load|loads|dump|dumps|JSONDecodeError|decoder)$/,
    os: /^(?:path|environ|getcwd|getenv|makedirs|mkdir|listdir|remove|unlink|rename|replace|sep|linesep|walk|system|stat|getpid|pathsep)$/,
    sys: /^(?:stdin|stderr|argv|exit|version_info|platform)$/,
    subprocess:
      /^(?:run|call|check_call|check_output|Popen|PIPE|DEVNULL|STDOUT|CalledProcessError|TimeoutExpired|SubprocessError)$/,
    requests: /^(?:get|post|put|patch|request|RequestException|Timeout|ConnectionError|HTTPError)$/,
    http: /^client$/,
    shutil: /^(?:which|copy|copy2|copyfile|move|rmtree)$/,
    traceback: /^format_exc$/,
    contextlib: /^suppress$/,
    threading: /^(?:Thread|Lock)$/,
    sqlite3: /^(?:connect|Error|OperationalError|Row)$/,
    socket: /^(?:gethostname|gethostbyname|getfqdn)$/,
    datetime: anyMember,
    time: anyMember,
    pathlib: /^(?:Path|PurePath|PosixPath)$/,
    re: anyMember,
    collections: /^(?:defaultdict|Counter|OrderedDict|deque|namedtuple)$/,
    typing: anyMember,
    hashlib: anyMember,
    hmac: /^(?:new|compare_digest)$/,
    uuid: /^(?:uuid[1-5]|UUID)$/,
    platform: /^(?:node|system|release|machine|platform|python_version)$/,
    getpass: /^getuser$/,
    logging:
      /^(?:basicConfig|getLogger|debug|info|warning|warn|error|exception|critical|log|DEBUG|INFO|WARNING|ERROR|CRITICAL|Formatter|FileHandler|NullHandler)$/,
    math: anyMember,
    random: /^(?:random|randint|choice|sample|shuffle|uniform)$/,
    textwrap: /^(?:dedent|indent|shorten|wrap|fill)$/,
    shlex: /^(?:split|quote|join)$/,
    glob: /^(?:glob|iglob)$/,
    fnmatch: /^(?:fnmatch|fnmatchcase|filter)$/,
    base64: /^(?:b64encode|b64decode|urlsafe_b64encode)$/,
    urllib: /^(?:request|parse|error)$/,
    __future__: /^annotations$/,
  },
};

/** Names of JavaScript's own objects, each with the members that may be used. The others may not be used at all. */
export const globals: Readonly<Record<string, RegExp>> = {
  JSON: /^(?:parse|stringify)$/,
  Math: anyMember,
  Object: /^(?:keys|values|entries|fromEntries|freeze)$/,
  Array: /^(?:isArray|from|of)$/,
  Number: /^(?:isFinite|isInteger|isNaN|parseInt|parseFloat)$/,
  Date: /^(?:now|parse|UTC)$/,
  String: /^(?:raw|fromCharCode)$/,
  Promise: /^(?:all|allSettled|race|resolve)$/,
  Buffer: /^(?:from|concat|byteLength|alloc)$/,
  AbortSignal: /^timeout$/,
  console: /^(?:error|warn|log|info)$/,
  process: /^(?:stdin|env|argv|cwd|exit|pid|platform|version)$/,
};

/** Names of JavaScript's own functions and classes that may be used as values and be called. */
export const harmlessGlobals =
  /^(?:String|Number|Boolean|Array|Object|Date|RegExp|Set|Map|WeakMap|Error|TypeError|SyntaxError|Promise|URL|URLSearchParams|Buffer|AbortController|TextDecoder|TextEncoder|parseInt|parseFloat|isNaN|encodeURIComponent|decodeURIComponent|undefined|NaN|Infinity|fetch|setTimeout|clearTimeout)$/;

/** Names that JavaScript programs have besides those of the global object. */
export const otherGlobals =
  /^(?:Bun|Deno|require|module|exports|arguments|this|self|window|global|globalThis|eval|with|import|export|constructor)$/;

/** All functions and values that Python programs have at their start, and that may be used. */
export const harmlessBuiltins =
  /^(?:abs|all|any|bool|bytes|bytearray|chr|dict|divmod|enumerate|filter|float|format|frozenset|hash|hex|id|int|isinstance|issubclass|iter|len|list|map|max|min|next|oct|ord|pow|range|repr|reversed|round|set|slice|sorted|str|sum|tuple|zip|None|True|False|Exception|OSError|IOError|ValueError|KeyError|TypeError|IndexError|AttributeError|FileNotFoundError|PermissionError|UnicodeDecodeError|UnicodeError|RuntimeError|ImportError|TimeoutError|ConnectionError|EOFError|__name__|__file__)$/;
/** The other names that Python programs have at their start. */
export const otherBuiltins =
  /^(?:print|input|open|exec|eval|compile|globals|locals|vars|dir|getattr|setattr|delattr|hasattr|breakpoint|exit|quit|help|memoryview|type|super|classmethod|staticmethod|property|object|callable|ascii|aiter|anext|bin|copyright|credits|license|complex|SystemExit|KeyboardInterrupt|GeneratorExit|BaseException\w*|ExceptionGroup|\w*Warning|\w*Error|StopIteration|StopAsyncIteration|NotImplemented|Ellipsis|__\w+)$/;

/** Members that no object may be asked for: they lead to code, to other modules or to the object of a module. */
export const forbiddenMembers =
  /^(?:__\w+|constructor|prototype|caller|callee|mainModule|toJSON|toString|valueOf|bind|call|apply|sys|os|io|builtins|subprocess|socket|tempfile|signal|runpy|posix|pty|codecs|_\w+|f_\w+|gi_\w+|tb_\w+|cr_\w+|modules|excepthook|displayhook|exit|error|exit_on_error|pipe)$/;
