import { createCanvas, type FileDrawing } from './canvas.ts';

export const isDrawable = (mediaType: string): boolean =>
  ['application/pdf', 'image/jpeg', 'image/png'].includes(mediaType);

/** Throws for a file that is damaged. The code for PDF is downloaded with the first of them. */
export async function openDrawing(file: Blob, mediaType: string): Promise<FileDrawing> {
  if (mediaType !== 'application/pdf') return openImage(file);
  const { openPdf } = await import('./open-pdf.ts');
  return openPdf(await file.arrayBuffer());
}

async function openImage(file: Blob): Promise<FileDrawing> {
  const bitmap = await createImageBitmap(file);
  return {
    pages: 1,
    draw: async (view) => {
      const isOnSide = view.turn % 180 !== 0;
      const size = isOnSide
        ? { width: bitmap.height, height: bitmap.width }
        : { width: bitmap.width, height: bitmap.height };
      const { canvas, scale } = createCanvas(size, view);
      const pen = canvas.getContext('2d');
      pen?.translate(canvas.width / 2, canvas.height / 2);
      pen?.rotate((view.turn * Math.PI) / 180);
      pen?.scale(scale, scale);
      pen?.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
      return canvas;
    },
  };
}
