/** The menu of the site. A test demands that every page is in it, except the pages of single findings. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';

type Item = DefaultTheme.SidebarItem;
const page = (text: string, link: string): Item => ({ text, link: `/${link}` });

const vendors = fileURLToPath(new URL('../../docs/vendors/', import.meta.url));
/** The page of each agent, by the title that it has. */
const agents = readdirSync(vendors).map((file) => {
  const [, title = file] = /^# (.*)$/m.exec(readFileSync(vendors + file, 'utf8')) ?? [];
  return page(title, `vendors/${file.replace('.md', '')}`);
});

export const bar: DefaultTheme.NavItem[] = [
  { text: 'Start', link: '/start' },
  { text: 'Playground', link: '/playground' },
  { text: 'When a hook does nothing', link: '/troubleshooting' },
  { text: 'Reference', link: '/reference/commands' },
];

export const menu: Item[] = [
  {
    text: 'Start',
    items: [
      page('In two minutes', 'start'),
      page('Your first hook', 'first-hook'),
      page('Playground', 'playground'),
      page('When a hook does nothing', 'troubleshooting'),
    ],
  },
  {
    text: 'Guides',
    items: [
      page('One guard for a team', 'guides/team'),
      page('From one agent to another', 'moving'),
      page('A hook in TypeScript', 'hook'),
      page('Hooks in CI', 'ci'),
      page('One audit log of all agents', 'guides/audit-log'),
      page('A policy server for every agent', 'guides/policy-server'),
      page('Embed the library', 'library'),
      page('Write an adapter', 'guides/write-an-adapter'),
    ],
  },
  {
    text: 'How it works',
    items: [
      page('One call, there and back', 'how-it-works'),
      page('What an agent lacks is supplied', 'emulation'),
      page('What is impossible', 'impossible'),
      page('How it compares', 'comparison'),
      page('Speed', 'speed'),
      page('Threat model', 'threat-model'),
    ],
  },
  {
    text: 'Agents',
    items: [page('All agents', 'agents'), ...agents],
  },
  {
    text: 'Reference',
    items: [
      page('Commands', 'reference/commands'),
      page('anyhook run', 'shim'),
      page('anyhook convert and sync', 'convert'),
      page('anyhook.yaml', 'reference/anyhook-yaml'),
      page('The neutral dialect', 'dialect'),
      page('What an answer may be', 'answers'),
      page('Events, side by side', 'support'),
      page('Tools, side by side', 'reference/tools'),
      page('Findings', 'findings'),
      page('Losses', 'reference/losses'),
      page('Errors and exit codes', 'reference/errors'),
      page('The library', 'reference/library'),
    ],
  },
  {
    text: 'The project',
    items: [
      page('Versions and support', 'versions'),
      page('How often hooks start', 'starts'),
      page('How long lines are', 'lengths'),
      page('Contributing', 'contributing'),
      page('Changes', 'changelog'),
    ],
  },
];
