//! webhand-run
