/** Uploaded photos have their own background, mostly white; the portal's drawings are transparent. */
export const isPhotograph = (src: string): boolean => src.startsWith('/uploads/')

/** Uploaded pictures exist in three widths; the browser picks one for its screen. */
export const sizesOf = (src: string): { srcSet: string; sizes: string } | null => {
  const stem = /^(\/uploads\/[0-9a-f]{32}-)960\.webp$/.exec(src)?.[1]
  if (!stem) return null
  return { srcSet: [240, 480, 960].map((width) => `${stem}${width}.webp ${width}w`).join(', '), sizes: 'auto, 240px' }
}
