/** `node:module` without any module: the converter looks for a bundler that is not here. */
export const isBuiltin = (): boolean => false;
export const createRequire = () => () => {
  throw new Error('no module can be loaded in a browser');
};
