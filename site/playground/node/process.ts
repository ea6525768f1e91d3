/** The global `process` of a program on Linux, as far as the converter uses it. */
export const process = {
  platform: 'linux',
  execPath: '/usr/bin/node',
  pid: 1,
  env: {},
  cwd: () => '/',
  kill: () => true,
};
