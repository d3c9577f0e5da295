/** Photographs have a ground of their own, mostly white; drawings stand on the plate itself. */
export const isPhotograph = (src: string): boolean => src.startsWith('/uploads/')
