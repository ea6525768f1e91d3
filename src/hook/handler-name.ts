/** Returns the name of the handler for a canonical event: the event's name in camelCase. */
export const handlerNameOf = (event: string): string =>
  event.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
