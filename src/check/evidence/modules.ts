/** Which modules print no answer for the program that imports them. */

const quietModules = {
  js: /^(?:node:.*|assert|async_hooks|buffer|child_process|cluster|console|crypto|dns|events|fs|fs\/promises|http|https|module|net|os|path|path\/\w+|perf_hooks|process|querystring|readline|readline\/promises|stream|stream\/\w+|string_decoder|timers|timers\/promises|tls|tty|url|util|v8|vm|worker_threads|zlib|bun|minimatch|picomatch|micromatch|shell-quote|js-yaml|yaml|zod|dotenv|ms|chalk|semver|ignore|glob|fast-glob|globby|execa|undici|axios|node-fetch|.*\.json)$/,
  python:
    /^(?:__future__|abc|argparse|ast|asyncio|atexit|base64|bisect|collections|codecs|concurrent|configparser|contextlib|copy|csv|ctypes|dataclasses|datetime|decimal|difflib|email|enum|errno|fcntl|fnmatch|functools|getpass|glob|gzip|hashlib|hmac|html|http|importlib|inspect|io|ipaddress|itertools|json|locale|logging|math|mimetypes|multiprocessing|operator|os|pathlib|pickle|platform|posixpath|pprint|queue|random|re|secrets|select|shlex|shutil|signal|smtplib|socket|sqlite3|ssl|stat|statistics|string|struct|subprocess|sys|tempfile|textwrap|threading|time|tokenize|tomllib|traceback|types|typing|typing_extensions|unicodedata|urllib|uuid|warnings|webbrowser|zipfile|zlib|zoneinfo|requests|httpx|yaml|toml|tomli|dotenv|psutil|pydantic|orjson|ujson)$/,
};

/** Tells whether a module is known to print nothing on stdout by itself. */
export const isQuietModule = (name: string, language: 'js' | 'python'): boolean =>
  quietModules[language].test(name);
