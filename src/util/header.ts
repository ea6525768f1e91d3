/** Matches the names that a header of an HTTP request may have. */
export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
