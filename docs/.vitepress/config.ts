/** The documentation as a static site with search: `npm run docs:build` leaves it in `docs/.vitepress/dist`, `npm run docs:dev` shows it while you write. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { withoutPrograms } from './playground/plugin.ts'
import { searchOptions } from './search.ts'

const docs = join(import.meta.dirname, '..')

const titleOf = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(docs, file), 'utf8'))?.[1]?.replaceAll('`', '') ?? file

/** The pages of a folder: those named first, then the rest by title. */
const pages = (folder: string, first: readonly string[] = []) =>
  readdirSync(join(docs, folder))
    .filter(name => name.endsWith('.md') && name !== 'README.md')
    .map(name => ({ name: name.slice(0, -3), text: titleOf(`${folder}/${name}`), link: `/docs/${folder}/${name.slice(0, -3)}` }))
    .sort((a, b) => rank(a.name, first) - rank(b.name, first) || a.text.localeCompare(b.text))

const rank = (name: string, first: readonly string[]): number => (first.includes(name) ? first.indexOf(name) : first.length)

const group = (text: string, folder: string, first: readonly string[] = [], collapsed = false) => ({
  text,
  collapsed,
  items: pages(folder, first),
})

export default defineConfig({
  title: 'tfy-hook',
  description: 'One hook for every AI coding agent',
  srcDir: '..',
  srcExclude: ['node_modules/**', 'dist/**', 'fixtures/**', 'src/**', 'scripts/**', 'test/**'],
  rewrites: { 'README.md': 'index.md', 'docs/README.md': 'docs/index.md', 'docs/:folder/README.md': 'docs/:folder/index.md' },
  cleanUrls: true,
  // An answer that ends behind the edge of the page says nothing.
  head: [['style', {}, '.vp-doc .language-console code { white-space: pre-wrap; overflow-wrap: anywhere }']],
  // A page may point at a file of the repository that is no page.
  ignoreDeadLinks: [/\/(src|scripts|test|fixtures|deploy|schemas)\//, /\/tfy-hook\.1$/],
  vite: { plugins: [withoutPrograms] },
  themeConfig: {
    // A page for each of 110 rules would drown what people look for.
    search: { provider: 'local', options: { miniSearch: { searchOptions } } },
    outline: [2, 3],
    nav: [
      { text: 'Use', link: '/docs/use/quick-start' },
      { text: 'Playground', link: '/docs/use/playground' },
      { text: 'Govern', link: '/docs/govern/cookbook' },
      { text: 'Operate', link: '/docs/operate/managed' },
      { text: 'Extend', link: '/docs/extend/architecture' },
      { text: 'Clients', link: '/docs/clients/' },
      { text: 'Reference', link: '/docs/use/reference' },
    ],
    sidebar: [
      group('Use', 'use', ['quick-start', 'install', 'verdicts', 'policy', 'doctor', 'troubleshooting']),
      group('Govern', 'govern', ['rollout', 'cookbook', 'stacks', 'ci']),
      group('Operate', 'operate', ['managed', 'gateway', 'serve', 'fleet']),
      group('Decide', 'decide'),
      group('Extend', 'extend'),
      group('Clients', 'clients', [], true),
      group('Rules', 'rules', [], true),
      group('Decision records', 'adr', [], true),
    ],
  },
})
