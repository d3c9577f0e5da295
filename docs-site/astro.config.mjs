import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'

const group = (label, directory) => ({ label, items: [{ autogenerate: { directory } }] })

/** Phones get the picture of a phone: `/pictures/cart-1440.webp` has a `/pictures/cart-390.webp` beside it. */
const phonePictures = () => {
  const visit = (node) => {
    if (!node.children) return
    node.children = node.children.map((child) => {
      const wide = child.tagName === 'img' ? child.properties.src : ''
      if (!/^\/pictures\/.+-1440\.webp$/.test(wide)) {
        visit(child)
        return child
      }
      const ofPhone = { srcSet: wide.replace('-1440', '-390'), media: '(max-width: 50rem)', width: 390, height: 844 }
      const size = { width: 1440, height: 900, loading: 'lazy' }
      return {
        type: 'element',
        tagName: 'picture',
        properties: {},
        children: [
          { type: 'element', tagName: 'source', properties: ofPhone, children: [] },
          { ...child, properties: { ...child.properties, ...size } },
        ],
      }
    })
  }
  return visit
}

export default defineConfig({
  // Where it will stand, for the map of the site that search engines read.
  site: process.env.GUIDE_URL || 'https://guide.example.com',
  // Pictures are stored as they are shown.
  image: { service: passthroughImageService() },
  markdown: { rehypePlugins: [phonePictures] },
  integrations: [
    starlight({
      title: 'Apotheca',
      credits: false,
      sidebar: [
        group('Buying', 'buying'),
        group('Selling', 'selling'),
        group('Back office', 'back-office'),
        group('Running the portal', 'operating'),
        group('Connecting', 'connecting'),
        group('How it is built', 'house'),
      ],
    }),
  ],
})
