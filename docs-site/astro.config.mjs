import { satteri } from '@astrojs/markdown-satteri'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'

const group = (label, directory) => ({ label, items: [{ autogenerate: { directory } }] })

/** Phones get the picture of a phone: `/pictures/cart-1440.webp` has a `/pictures/cart-390.webp` beside it. */
const phonePictures = {
  name: 'phone-pictures',
  element: {
    filter: ['img'],
    visit(node, context) {
      const { src = '', alt } = node.properties
      if (!/^\/pictures\/.+-1440\.webp$/.test(src)) return
      const element = (tagName, properties, children = []) => ({ type: 'element', tagName, properties, children })
      const srcSet = src.replace('-1440', '-390')
      context.replaceNode(
        node,
        element('picture', {}, [
          element('source', { srcSet, media: '(max-width: 50rem)', width: 390, height: 844 }),
          element('img', { src, alt, width: 1440, height: 900, loading: 'lazy' }),
        ]),
      )
    },
  },
}

export default defineConfig({
  // Where it will stand, for the map of the site that search engines read.
  site: process.env.GUIDE_URL || 'https://guide.example.com',
  // Pictures are stored as they are shown.
  image: { service: passthroughImageService() },
  markdown: { processor: satteri({ hastPlugins: [phonePictures] }) },
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
