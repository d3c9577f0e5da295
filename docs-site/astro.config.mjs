import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'

const group = (label, directory) => ({ label, items: [{ autogenerate: { directory } }] })

export default defineConfig({
  // Where it will stand, for the map of the site that search engines read.
  site: process.env.GUIDE_URL || 'https://guide.example.com',
  // Pictures are stored as they shall be shown.
  image: { service: passthroughImageService() },
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
