// Packages require it.
module.exports = (require('../globals.js') as typeof import('../globals.js')).process;
