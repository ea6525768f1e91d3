/**
 * Describes a value for a message: its JSON, up to 60 characters, or the class that it is an instance of. A value that
 * cannot be described so, such as an object that refers to itself, is described by its type.
 */
export function describeValue(value: unknown): string {
  try {
    const type = typeof value === 'object' && value ? value.constructor : undefined;
    if (typeof type === 'function' && type !== Object && type !== Array) return `a ${type.name}`;
    if (/^(?:number|bigint)$/.test(typeof value)) return `${value}`;
    return (JSON.stringify(value) ?? typeof value).slice(0, 60);
  } catch {
    return `${value === null ? 'null' : typeof value} that cannot be read`;
  }
}
