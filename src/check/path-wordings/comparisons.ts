/** What the text of a guard compares paths with, where that may be a path without a beginning. */
export class Comparisons {
  /** The paths themselves. */
  readonly paths = new Set<string>();
  /** What the text does not show, each as what the script does: `compares with …`, `runs …`. */
  readonly unseen = new Set<string>();

  /** A comparison with a text, in which a NUL stands for what is not known. */
  add(pattern: string, shown = pattern): void {
    // Of the JSON of a payload, what stands last in quotes.
    const [last = pattern] = pattern.split(/\\?"/).filter(Boolean).slice(-1);
    const text = last.replace(/^\^|\\(?=\W)/g, '').slice(0, 200);
    if (text === '' || pattern.includes('\0')) this.compares(shown.replaceAll('\0', '…'));
    else if (/^\/\*?$/.test(text)) this.unseen.add('looks whether a path is absolute');
    else this.paths.add(text);
  }

  compares(what: string): void {
    this.unseen.add(`compares with ${what.trim().slice(0, 60)}, whose value is not known here`);
  }

  runs(what: string): void {
    this.unseen.add(`runs ${what.trim().slice(0, 60)}, which is not read here`);
  }
}
