import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { aliases, payloads, withoutNode } from './library.ts';
import { bar, menu } from './navigation.ts';

/** Makes the anchor of a heading, as GitHub does: one link to a heading is right on both. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

export default defineConfig({
  title: 'anyhook',
  description: 'One hook script for every AI coding agent.',
  lang: 'en',
  base: '/anyhook/',
  srcDir: 'content',
  cleanUrls: true,

  markdown: {
    anchor: { slugify: toAnchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  head: [
    ['meta', { name: 'color-scheme', content: 'light dark' }],
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/anyhook/icon.svg' }],
  ],
  vite: {
    resolve: { alias: aliases },
    plugins: [payloads()],
    worker: { format: 'es', plugins: () => [withoutNode()] },
    server: { fs: { allow: [fileURLToPath(new URL('../../', import.meta.url))] } },
  },
  themeConfig: {
    nav: bar,
    sidebar: menu,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: 'https://github.com/anyhook/anyhook' }],
    footer: { message: 'MIT license. This site loads nothing from elsewhere, and sends nothing.' },
  },
});
