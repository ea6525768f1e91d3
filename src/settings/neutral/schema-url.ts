import { siteUrl } from '../../util/site-url.ts';

/** Where the JSON schema of `anyhook.yaml` can be read, also by an editor on a machine without anyhook. */
export const schemaUrl = `${siteUrl}anyhook.schema.json`;
