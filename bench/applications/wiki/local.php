<?php
// The settings of the wiki; its folder comes from the environment.
$conf['title'] = 'Lamp wiki';
$conf['savedir'] = getenv('BENCH_FOLDER') . '/data';
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
