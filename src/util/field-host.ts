/**
 * A base class that constructs no object of its own: a private field of a subclass is added to the object that it is
 * given. No other code sees that field, and copies of the object do not have it. A WeakMap would make a call a tenth
 * slower.
 */
export class FieldHost {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: so that the private field is added to the given object
    return object;
  }
}
