/** Collects what a guard compares paths with, where relative and absolute paths may differ. */
export class Comparisons {
  /** The relative paths, or patterns for them. */
  readonly paths = new Set<string>();
  /** Steps of the script whose effect cannot be told from its text: `compares with …`, `runs …`. */
  readonly unseen = new Set<string>();

  /**
   * Notes a comparison with a text.
   * @param pattern - The text. A NUL stands in it for an unknown part.
   * @param shown - The text as it is shown to a person, in place of the pattern.
   */
  addText(pattern: string, shown = pattern): void {
    // If the pattern is for the JSON of a payload, its last text in quotes is the path.
    const [last = pattern] = pattern.split(/\\?"/).filter(Boolean).slice(-1);
    const text = last.replace(/^\^|\\(?=\W)/g, '').slice(0, 200);
    if (text === '' || pattern.includes('\0')) this.addUnknownValue(shown.replaceAll('\0', '…'));
    else if (/^\/\*?$/.test(text)) this.unseen.add('looks whether a path is absolute');
    else this.paths.add(text);
  }

  /** Notes a comparison with an unknown value. */
  addUnknownValue(what: string): void {
    this.unseen.add(`compares with ${what.trim().slice(0, 60)}, whose value is not known here`);
  }

  /** Notes a program or a module that is not read. */
  addUnreadProgram(what: string): void {
    this.unseen.add(`runs ${what.trim().slice(0, 60)}, which is not read here`);
  }
}
