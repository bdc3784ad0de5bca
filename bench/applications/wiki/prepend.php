<?php
// Read before each script of the wiki: where its settings lie.
define('DOKU_CONF', getenv('BENCH_FOLDER') . '/conf/');
define('DOKU_MAIN_CONF', getenv('BENCH_FOLDER') . '/conf/');
