// Programs outside npm that tests use. Only built-ins of Node 20, because tools/bootstrap.mjs imports it.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

/** Published schemas of ISO 20022, which may not be part of this repository. */
export const schemaFolder = join(dirname(fileURLToPath(import.meta.url)), '../shared/data/iso20022/');

const isOnPath = (program) => (process.env.PATH ?? '').split(delimiter).some((dir) => existsSync(join(dir, program)));

const tools = [
  {
    name: 'chromium',
    title: 'Chromium',
    packages: ['chromium-headless-shell', 'fonts-thai-tlwg'],
    use: 'browser tests',
    otherwise: ', or set CHROMIUM to the path of a browser',
    isMissing: () => !existsSync(findChromium() ?? ''),
  },
  {
    name: 'xmllint',
    title: 'xmllint',
    packages: ['libxml2-utils'],
    use: 'tests of bank messages against the schemas of ISO 20022',
    otherwise: '',
    isMissing: () => existsSync(schemaFolder) && !isOnPath('xmllint'),
  },
];

/** Each with its `name`, the Debian `packages` that contain it, and what tests `use` it for. */
export const findMissingTools = () => tools.filter(({ isMissing }) => isMissing());

export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const namesOf = (missing) => missing.flatMap(({ packages }) => packages);

export const aptArguments = (missing) => ['install', '-y', '--no-install-recommends', ...namesOf(missing)];

export const announceInstall = (missing) =>
  `${missing.map(({ title, use }) => `${title} is missing, which the ${use} need.`).join(' ')} Installing the Debian packages ${namesOf(missing).join(', ')} …`;

const howToInstall = (tool) => `To run them: apt-get install ${tool.packages.join(' ')}${tool.otherwise}.`;

export const announceSkipped = (tool) =>
  `${tool.title} is missing, so the ${tool.use} will be skipped. ${howToInstall(tool)}`;

export const explainSkipped = (tool) =>
  `The ${tool.use} were skipped, because ${tool.title} is missing. ${howToInstall(tool)}`;
