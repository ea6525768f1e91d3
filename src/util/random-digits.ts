/** Returns twelve hexadecimal digits, for a name that no other process has chosen. They are no secret: `crypto` takes long to load. */
export const randomDigits = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
