// Prints the numbers that the README, docs/ and the site state, each read from where it comes from. --write puts them into
// docs/figures.json; `npm run support -- --write` puts them into the pages. Needs dist/.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blockOf, readSpeed } from '../bench/report.mjs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { agentIds, describeVerification, findVerification } from './agent-facts.ts';
import { bundleCore } from './bundle-core.ts';
import { runsAnyway } from './verdicts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
const readJson = (path: string): unknown => JSON.parse(readText(path));

/** What an agent's tables were proved against, and the npm package of the client that the tests run, with its version. */
interface Proof {
  title: string;
  against: string;
  /** Absent: no test can run the client. */
  client?: string;
}

function proofOf(id: Vendor): Proof {
  const verification = findVerification(id);
  const { package: name, version } = verification;
  return {
    title: adapters[id].title,
    against: describeVerification(verification),
    ...(name !== undefined && { client: `${name}@${version}` }),
  };
}

/** What each agent's tables were proved against, by its id. */
export const proofs = Object.fromEntries(agentIds.map((id) => [id, proofOf(id)])) as Record<
  Vendor,
  Proof
>;

/** What npm says of the package as it would be published. */
export interface Packed {
  /** Bytes of the compressed file. */
  size: number;
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** Returns what npm would publish. */
export function readPacked(): Packed {
  const given = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(
    execFileSync('npm', given, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [Packed];
  return packed;
}

/** Returns the sizes of bundles in KB: the smallest and the largest with the dialects of two agents, and one with all. */
async function readBundles() {
  const pairs = agentIds.flatMap((one, i) => agentIds.slice(i + 1).map((two) => [one, two]));
  const sizes = await Promise.all(pairs.map(async (pair) => (await bundleCore(pair)).bytes));
  const all = await bundleCore([], 'anyhook');
  const kilobytes = (bytes: number) => Math.round(bytes / 1024);
  return {
    twoAgentsLeast: kilobytes(Math.min(...sizes)),
    twoAgentsMost: kilobytes(Math.max(...sizes)),
    allAgents: kilobytes(all.bytes),
  };
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Returns each figure below the group it is of; `command` is the command that prints the figures of a group. */
export async function readFigures() {
  const { size, unpackedSize, files } = readPacked();
  const cells = Object.values(runsAnyway).flat();
  const { dependencies } = readJson('package.json') as { dependencies: object };
  return {
    agents: {
      command: 'npm run figures',
      served: agentIds.length,
      withRealClient: Object.values(proofs).filter(({ client }) => client).length,
      proofs,
    },
    verdicts: {
      command: 'npm run figures',
      refusals: Object.keys(runsAnyway).length,
      cells: cells.length,
      runs: cells.filter((runs) => runs).length,
    },
    package: {
      command: 'npm pack --dry-run',
      packedMegabytes: megabytes(size),
      unpackedMegabytes: megabytes(unpackedSize),
      // Rounded, so that one page more does not change every page that states it.
      filesAtMost: Math.ceil(files.length / 10) * 10,
      dependencies: Object.keys(dependencies).length,
    },
    bundles: { command: 'npm run figures', unit: 'KB', ...(await readBundles()) },
    speed: {
      command: 'npm run bench -- --all --write',
      ...readSpeed(blockOf(readText('docs/speed.md'), 'bench')),
    },
  };
}

/** The text of docs/figures.json. */
export const printFigures = async (): Promise<string> =>
  `${JSON.stringify(await readFigures(), null, 2)}\n`;

/** The table of the versions that each agent's tables were proved against, as it is in docs/versions.md. */
export const proofTable = [
  '| agent | proved against | the package that the tests run |',
  '| --- | --- | --- |',
  ...agentIds.map((id) => {
    const { title, against, client } = proofs[id];
    return `| [${title}](vendors/${id}.md) | ${against} | ${client ? `\`${client}\`` : 'none'} |`;
  }),
  '',
].join('\n');

type Figures = Awaited<ReturnType<typeof readFigures>>;
/** Returns the figures of docs/figures.json. Every page that states one takes it from there. */
const readWritten = (): Figures => readJson('docs/figures.json') as Figures;

/** Says how large the package is, as docs/versions.md does. */
export function describePackage(): string {
  const { packedMegabytes, unpackedMegabytes, filesAtMost, dependencies } = readWritten().package;
  return `The package has ${packedMegabytes} MB, which are ${unpackedMegabytes} MB when it is unpacked, in ${filesAtMost} files at most, and ${dependencies}
dependencies. \`npm pack --dry-run\` prints the sizes.
`;
}

/** Says how large bundles of the library are, as docs/library.md does. */
export function describeBundles(): string {
  const { twoAgentsLeast, twoAgentsMost, allAgents } = readWritten().bundles;
  return `With two dialects, \`read\`, \`say\`, \`refuse\` and \`recognise\` are a bundle of ${twoAgentsLeast} to ${twoAgentsMost} KB, and of ${allAgents} KB with all agents
(minified by esbuild; \`npm run figures\` prints the sizes).
`;
}

if (process.argv[1]?.endsWith('figures.ts')) {
  const text = await printFigures();
  if (process.argv.includes('--write')) writeFileSync(join(root, 'docs/figures.json'), text);
  else process.stdout.write(text);
}
