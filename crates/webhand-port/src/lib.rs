//! webhand-port
