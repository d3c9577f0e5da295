/** Photographs have a ground of their own, mostly white; drawings stand on the plate itself. */
export const isPhotograph = (src: string): boolean => src.startsWith('/uploads/')

/** Uploaded pictures are kept in three widths; the browser takes the one that fits its screen. */
export const sizesOf = (src: string): { srcSet: string; sizes: string } | null => {
  const stem = /^(\/uploads\/[0-9a-f]{32}-)960\.webp$/.exec(src)?.[1]
  if (!stem) return null
  return { srcSet: [240, 480, 960].map((width) => `${stem}${width}.webp ${width}w`).join(', '), sizes: 'auto, 240px' }
}
