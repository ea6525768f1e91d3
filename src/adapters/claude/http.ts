import type { Http } from '../../mapping/adapter.ts';
import { clean } from '../../mapping/finished.ts';
import { isObject } from '../../util/equal.ts';
import { looksLikeJson, valueIn } from '../../util/json.ts';

/** Nothing, or one object, whatever its `content-type`: all else counts as a failure, 2.1.330. */
export const http: Http = {
  heard({ body }) {
    const text = clean(body);
    const value = valueIn(text);
    // What is torn is refused at a gate.
    const torn = value === undefined && looksLikeJson(text);
    return !text || torn || isObject(value) ? body : undefined;
  },
};
