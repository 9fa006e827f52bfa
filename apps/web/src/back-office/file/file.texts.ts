export const manageFile = {
  page: 'page {page} of {pages}',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  turn: 'Rotate to the right',
  save: 'Save the file',
  picture: '{name}, page {page}',
  damaged: 'This file is damaged and cannot be drawn',
  notDrawn: 'Files of this kind are not drawn here',
  failed: 'We could not load this file',
} as const;
