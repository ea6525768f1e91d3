/**
 * Names of the variables by which a converted line refers to header values that must not stand on the
 * line itself. A hook may always read these variables, also if `headerEnv` does not name them.
 */
export const headerVariable = /^ANYHOOK_HEADER_\d+$/;
