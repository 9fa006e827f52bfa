import { existsSync } from 'node:fs';

const places = [
  // Draws no window, which takes a sixth less processor time than the whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const findChromium = () => process.env.CHROMIUM || places.find((place) => existsSync(place));
