// Registers the reader for this page: the content security policy lets no script start a worker from an address.
import 'pdfjs-dist/build/pdf.worker.min.mjs';
import { getDocument, version } from 'pdfjs-dist';
import { createCanvas, type FileDrawing } from './canvas.ts';

/**
 * Draws pages only: no scripts, forms, links or attached files of the document. Pictures are decoded without
 * WebAssembly, which the content security policy forbids.
 */
export async function openPdf(content: ArrayBuffer): Promise<FileDrawing> {
  const loading = getDocument({
    data: content,
    enableXfa: false,
    // A file that a scanner wrote badly is no fault of the page.
    verbosity: 0,
    useWasm: false,
    useWorkerFetch: false,
    wasmUrl: new URL(`/assets/pdf-decoders-${version}/`, window.location.href).href,
  });
  const pdf = await loading.promise;
  return {
    pages: pdf.numPages,
    draw: async (view) => {
      const page = await pdf.getPage(view.page);
      const rotation = page.rotate + view.turn;
      const { canvas, scale } = createCanvas(page.getViewport({ scale: 1, rotation }), view);
      // For printing, because drawing for the screen stops while its window is hidden.
      await page.render({ canvas, viewport: page.getViewport({ scale, rotation }), intent: 'print' }).promise;
      return canvas;
    },
  };
}
