/** Returns a function that makes a value on its first call and returns that value on every call. */
export const once = /* @__NO_SIDE_EFFECTS__ */ <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
