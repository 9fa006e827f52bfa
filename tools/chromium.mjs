import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine that the tests drive; CHROMIUM names another one. */
export const findChromium = () => process.env.CHROMIUM || places.find((place) => existsSync(place));
