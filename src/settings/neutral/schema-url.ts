/** Where the JSON schema of `anyhook.yaml` can be read, also by an editor on a machine without anyhook. */
export const schemaUrl = 'https://anyhook.github.io/anyhook/anyhook.schema.json';
