import type { Http } from '../../mapping/adapter.ts';
import { trimOutput } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import { looksLikeJson, parseJson } from '../../util/json.ts';

/**
 * Hooks that are addresses. The client accepts an empty body or one JSON object, whatever the
 * `content-type`. Any other body counts as a failure, 2.1.330.
 */
export const http: Http = {
  readReply({ body }) {
    const text = trimOutput(body);
    const value = parseJson(text);
    // A body that begins like JSON and cannot be parsed is passed on, so that a gate refuses because of it.
    const isTruncated = value === undefined && looksLikeJson(text);
    return !text || isTruncated || isObject(value) ? body : undefined;
  },
};
