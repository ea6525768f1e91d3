/** Returns a script without the two characters that would end a comment. It means the same. */
export function withoutCommentEnds(text: string): string;
/** Returns the text of the runner. */
export function runnerText(startCode: string, body: string): string;
/** Returns the rest of the runner, out of the whole text. */
export function bodyOf(text: string): string;
