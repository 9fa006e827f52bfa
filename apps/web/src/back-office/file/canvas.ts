/** What the reader chose: the page, quarter turns to the right in degrees, and the width to fit, enlarged. */
export type FileView = Readonly<{ page: number; turn: number; width: number; zoom: number }>;

/** A file that draws its pages on a canvas, which runs nothing of what the file contains. */
export type FileDrawing = Readonly<{
  pages: number;
  draw: (view: FileView) => Promise<HTMLCanvasElement>;
}>;

/** Larger canvases stay empty on phones. */
const maxPixels = 16_000_000;

/** A canvas for a drawing of this size, and the pixels for each of its units. */
export function createCanvas(size: Readonly<{ width: number; height: number }>, { width, zoom }: FileView) {
  const shownWidth = width * zoom;
  const shownHeight = (shownWidth * size.height) / size.width;
  const density = Math.min(window.devicePixelRatio, Math.sqrt(maxPixels / (shownWidth * shownHeight)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(shownWidth * density));
  canvas.height = Math.max(1, Math.round(shownHeight * density));
  canvas.style.width = `${Math.round(shownWidth)}px`;
  return { canvas, scale: (shownWidth * density) / size.width };
}
