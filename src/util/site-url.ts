/** The address of the site, with a slash at its end: `homepage` of package.json. */
export const siteUrl = 'https://anyhook.github.io/anyhook/';
