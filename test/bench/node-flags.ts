/** How a shop is started everywhere: a quarter of the usual memory for new objects, 24 MB less in all. */
export const NODE_FLAGS = ['--max-semi-space-size=4']
