/** `node:url`, as far as the converter uses it. */
export const fileURLToPath = (url: URL): string => decodeURIComponent(url.pathname);
