/** What a header of a request may be called. */
export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
